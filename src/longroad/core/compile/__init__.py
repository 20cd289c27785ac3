"""Runs rule functions interpreted, compiled for this processor or as CUDA kernels; nothing else knows the compiler."""
