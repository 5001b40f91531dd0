int main(void)
{
    cudaMemPoolProps properties = {};
    cudaMemPool_t pool;
    return cudaMemPoolCreate(&pool, &properties); // REFUSED: pools
}
