"""Tests of how bots look ahead."""
