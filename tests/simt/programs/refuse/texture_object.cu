int main(void)
{
    cudaTextureObject_t texture = 0;
    cudaDestroyTextureObject(texture);
    cudaMipmappedArray_t levels; // REFUSED: mipmaps
    return sizeof(levels) == 0;
}
