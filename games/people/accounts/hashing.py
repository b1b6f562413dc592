"""Password hashing: Argon2, one hash at a time.

Hashing is meant to cost memory and time. Without a queue, simultaneous sign-ins from one address
would take gigabytes and all cores away from the games of this process.
"""

from concurrent.futures import ThreadPoolExecutor

from django.contrib.auth.hashers import Argon2PasswordHasher

# One thread instead of a lock, because the allocator keeps freed memory for each thread.
_HASHING = ThreadPoolExecutor(max_workers=1, thread_name_prefix="hashing")


class PacedArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with the minimum of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one
    lane; about 30 ms. Concurrent calls wait.
    """

    memory_cost = 19456
    time_cost = 2
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        return _HASHING.submit(super().encode, password, salt).result()

    def verify(self, password: str, encoded: str) -> bool:
        """Whether `encoded` is the hash of this password."""
        return _HASHING.submit(super().verify, password, encoded).result()
