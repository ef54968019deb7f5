import * as z from 'zod/mini'
import { Done, endpoint } from '#contracts/endpoint.ts'

export const MAX_API_KEYS = 10
export const MAX_API_KEY_NAME = 60
/** Calls with its keys that an account may make in one minute. */
export const API_CALLS_PER_MINUTE = 600

const KeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_API_KEY_NAME))

export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its first characters, by which the owner recognises it. */
  start: z.string(),
  createdAt: z.iso.datetime(),
  /** To the minute; null before its first use. */
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type ApiKey = z.infer<typeof ApiKey>

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/api/users/api-keys',
  access: 'session',
  summary:
    'The API keys of the account, the oldest first. An API key can make every GET call that needs a plan.',
  response: z.object({
    keys: z.array(ApiKey),
    /** Whether the plan includes API keys. Keys from an earlier plan stay, but are refused. */
    isIncluded: z.boolean(),
  }),
})

export const createApiKey = endpoint({
  name: 'createApiKey',
  method: 'POST',
  path: '/api/users/api-keys',
  access: 'session',
  summary: `Create an API key, at most ${MAX_API_KEYS}. Requires a plan with API keys, and a sign-in or \`reauthenticate\` within the last ten minutes.`,
  body: z.object({ name: KeyName }),
  response: z.extend(ApiKey, {
    /** The key itself; it is never shown again. */
    key: z.string(),
  }),
})

export const deleteApiKey = endpoint({
  name: 'deleteApiKey',
  method: 'DELETE',
  path: '/api/users/api-keys/:id',
  access: 'session',
  summary: 'Delete an API key. Calls with it are refused at once.',
  params: z.object({ id: z.uuid() }),
  response: Done,
})
