/** The configured PostgreSQL is not there, refuses us, or is too old: for people to fix, so it is told without a stack. */
export class DatabaseUnusableError extends Error {}
