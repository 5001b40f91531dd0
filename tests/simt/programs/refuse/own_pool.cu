int main(void)
{
    cudaMemPoolProps properties = {}; // REFUSED: pools
    cudaMemPool_t pool;
    return cudaMemPoolCreate(&pool, &properties);
}
