#include <mma.h> // REFUSED: mma

using namespace nvcuda;
