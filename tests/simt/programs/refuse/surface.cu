surface<void, 2> image; // REFUSED: surface references

int main(void)
{
    return 0;
}
