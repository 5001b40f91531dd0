// A header of cuBLAS that a machine may have: it is not taken from there.
#include <cublasLt.h> // REFUSED: cuBLAS

int main()
{
    return 0;
}
