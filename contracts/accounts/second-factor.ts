import * as z from 'zod/mini'
import { Done, endpoint } from '#contracts/endpoint.ts'
import { Password } from './auth.ts'

/** Six digits of the authenticator app, or a recovery code. */
const Code = z.string().check(z.trim(), z.minLength(6), z.maxLength(32))

export const finishSignin = endpoint({
  name: 'finishSignin',
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'public',
  summary:
    'Finish a sign-in that was refused with `code_required`: its challenge and a code of the second factor, or a recovery code.',
  body: z.object({ challenge: z.string().check(z.minLength(1), z.maxLength(1024)), code: Code }),
  response: z.object({ token: z.string() }),
})

export const getSecondFactor = endpoint({
  name: 'getSecondFactor',
  method: 'GET',
  path: '/api/users/second-factor',
  access: 'session',
  summary: 'Whether a sign-in asks for a code, and how many recovery codes are left.',
  response: z.object({
    /** When the second factor was turned on; null while it is off. */
    onSince: z.nullable(z.iso.datetime()),
    recoveryCodesLeft: z.int(),
  }),
})

export const beginSecondFactor = endpoint({
  name: 'beginSecondFactor',
  method: 'POST',
  path: '/api/users/second-factor',
  access: 'session',
  summary:
    'Make a key for an authenticator app. Nothing is asked for until a code has confirmed it. Requires `reauthenticate` within the last ten minutes.',
  response: z.object({
    /** To be entered by hand, in base32. */
    secret: z.string(),
    /** The same for a QR code. */
    uri: z.string(),
  }),
})

export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  method: 'POST',
  path: '/api/users/second-factor/confirm',
  access: 'session',
  summary:
    'Turn the second factor on with a first code. Ends every other session; the recovery codes are shown only now.',
  body: z.object({ code: Code }),
  response: z.extend(Done, { recoveryCodes: z.array(z.string()) }),
})

export const endSecondFactor = endpoint({
  name: 'endSecondFactor',
  method: 'POST',
  path: '/api/users/second-factor/off',
  access: 'session',
  summary:
    'Turn the second factor off: the password (without one, `reauthenticate`) and a code or a recovery code.',
  body: z.object({ currentPassword: z.optional(Password), code: Code }),
  response: Done,
})
