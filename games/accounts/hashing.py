"""How passwords are kept: as Argon2 hashes, made one after the other.

Hashing is meant to cost memory and time. All the sign-ins that one address may try at once would
otherwise take gigabytes, and every processor, away from the games of this process.
"""

from concurrent.futures import ThreadPoolExecutor

from django.contrib.auth.hashers import Argon2PasswordHasher

# One thread and not a lock: the allocator keeps for each thread what it has freed once.
_HASHING = ThreadPoolExecutor(max_workers=1, thread_name_prefix="hashing")


class PacedArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with the least that OWASP's Password Storage Cheat Sheet asks for: 19 MiB, two
    passes, one lane; about 30 ms. Whoever comes meanwhile waits.
    """

    memory_cost = 19456
    time_cost = 2
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Return the hash of a password."""
        return _HASHING.submit(super().encode, password, salt).result()

    def verify(self, password: str, encoded: str) -> bool:
        """Whether `encoded` is the hash of this password."""
        return _HASHING.submit(super().verify, password, encoded).result()
