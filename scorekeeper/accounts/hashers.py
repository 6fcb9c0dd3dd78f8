from django.contrib.auth.hashers import Argon2PasswordHasher


class TunedArgon2(Argon2PasswordHasher):
    """Argon2id as OWASP's password storage sheet has it for small servers: 19 MiB, two passes, one lane.

    Django's default takes 100 MiB for each sign-in, which a club's small server can't give to ten people at once.
    """

    time_cost = 2
    memory_cost = 19 * 1024  # KiB
    parallelism = 1
