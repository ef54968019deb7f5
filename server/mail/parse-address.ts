import { AppError } from '#server/errors.ts'

/** One addr-spec of the kind that people have (RFC 5321 without quoted local parts and address literals). */
const ADDRESS =
  /^[^\s@,;:<>()[\]\\"\p{Cc}\p{Cf}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u
const MAX_LENGTH = 254

/**
 * The mailer would accept lists, groups, names and line ends in an address, and send to every address in them.
 * @throws AppError `invalid_email` for anything but exactly one address
 */
export function parseAddress(text: string): string {
  const address = text.trim()
  if (address.length > MAX_LENGTH || !ADDRESS.test(address))
    throw new AppError('invalid_email', { field: 'email' })
  return address
}
