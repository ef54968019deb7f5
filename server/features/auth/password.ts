import { hash, parseOptions, verify } from '@node-rs/argon2'

const KIB_PER_MIB = 1024
/** OWASP's first choice for Argon2id; about 8 ms on one core. The variant and version are the package's defaults. */
export const PASSWORD_COST = { memoryCost: 19 * KIB_PER_MIB, timeCost: 2, parallelism: 1 } as const

/** The hash of a discarded password: an unknown address must cost as much time as a wrong password. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$1oUOPkCHAlLVBkJYJ40Mrg$qpxqvp/uzdO1+niar9PfafQgGW884j3W7hbyt38eUeA'

export const hashPassword = (password: string): Promise<string> => hash(password, PASSWORD_COST)

/** Takes the same time whether there is a hash or not. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? NOBODYS_HASH, password)
  return matches && passwordHash !== null
}

/** True for a hash that was made at another cost than today's. */
export function isOutdatedHash(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash)
  return (
    memoryCost !== PASSWORD_COST.memoryCost ||
    timeCost !== PASSWORD_COST.timeCost ||
    parallelism !== PASSWORD_COST.parallelism
  )
}
