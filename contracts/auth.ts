import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

export const Role = z.enum(['GUEST', 'PRO_USER', 'PLUS_USER'])
export type Role = z.infer<typeof Role>

export const CurrentUser = z.object({
  id: z.uuid(),
  role: Role,
  isGuest: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  pictureUrl: z.nullable(z.string()),
})
export type CurrentUser = z.infer<typeof CurrentUser>

const Done = z.object({ message: z.string() })

export const emailSignin = endpoint({
  name: 'emailSignin',
  method: 'POST',
  path: '/api/auth/email-signin',
  access: 'public',
  summary: 'Sign in with e-mail and password; the token is the bearer of all other calls.',
  body: z.object({
    email: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)),
    password: z.string().check(z.minLength(1), z.maxLength(1024)),
    /** 30 days instead of 12 hours. */
    rememberMe: z.optional(z.boolean()),
  }),
  response: z.object({ token: z.string() }),
})

export const getMe = endpoint({
  name: 'getMe',
  method: 'GET',
  path: '/api/auth/me',
  access: 'session',
  summary: 'The signed-in account.',
  response: CurrentUser,
})

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'session',
  summary: 'Revoke the session of this token.',
  response: Done,
})
