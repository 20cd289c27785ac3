"""Real servers under faults: processes are killed, frozen and cut off, disks fill up, and clocks jump."""
