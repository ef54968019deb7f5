import { invalidRequest } from '#server/errors.ts'

/** The profile's limit for each name. */
const MAX_LENGTH = 60
/** The mail goes to an address that any caller may enter, so a name must not carry a message. */
const NO_NAME = /\p{Cc}|:\/\/|\bwww\.|[<>]/iu

export type Names = { firstName: string; lastName: string }

/** `Ada King Byron` becomes Ada with the rest as last name. @throws AppError `invalid_request` for anything that is not a name */
export function splitName(name: string): Names {
  if (NO_NAME.test(name)) throw invalidRequest('name')
  const [firstName = '', ...others] = name.split(/\s+/u).filter(Boolean)
  if (!firstName) throw invalidRequest('name')
  return { firstName: shorten(firstName), lastName: shorten(others.join(' ')) }
}

const shorten = (text: string) => [...text].slice(0, MAX_LENGTH).join('')
