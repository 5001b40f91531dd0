"""CUDA lessons that check and time themselves. The programs are in bin/, beside this file."""
