import * as z from 'zod/mini'
import { StoreSummary } from '#contracts/catalog/stores.ts'
import { byId, Done, endpoint } from '#contracts/endpoint.ts'

export const MAX_API_KEYS = 10
export const MAX_API_KEY_NAME = 60
/** Calls with its keys that an account may make in one minute. */
export const API_CALLS_PER_MINUTE = 600

const KeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_API_KEY_NAME))

export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** First characters, by which the owner recognises it. */
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
    /** Whether the plan includes API keys; they end with it. */
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
  params: byId,
  response: Done,
})

export const MAX_WEBHOOKS = 5
export const MAX_WEBHOOK_URL = 2000
/** One request reports at most this many stores of a search. */
export const MAX_WEBHOOK_STORES = 100

/** The body of a request to a webhook: the new matches of a saved search. */
export const SearchMatched = z.object({
  type: z.literal('saved_search.matched'),
  /** When the latest of the matches were found; the same for every attempt. */
  timestamp: z.iso.datetime(),
  data: z.object({
    search: z.object({ id: z.uuid(), name: z.string(), url: z.string() }),
    /** All new matches; `stores` holds the latest of them. */
    count: z.int(),
    stores: z.array(
      z.extend(
        z.pick(StoreSummary, {
          id: true,
          name: true,
          domain: true,
          foundDay: true,
          launchDate: true,
          launchConfidence: true,
          country: true,
          category: true,
          productCount: true,
        }),
        /** Its page here. */
        { url: z.string() },
      ),
    ),
  }),
})
export type SearchMatched = z.infer<typeof SearchMatched>

/** The body of a test, which its owner asks for. A receiver that refuses tests stays paused. */
export const WebhookTest = z.object({
  type: z.literal('test'),
  timestamp: z.iso.datetime(),
  data: z.object({}),
})

/**
 * `unused` = nothing was sent yet. `failing` = the last attempt failed, and is repeated. `paused` =
 * it failed for days or answered 410; nothing is sent until a test succeeds.
 */
const WebhookState = z.enum(['unused', 'working', 'failing', 'paused'])

export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  state: WebhookState,
  createdAt: z.iso.datetime(),
  lastAttemptAt: z.nullable(z.iso.datetime()),
  /** Of the last attempt; null when there was no answer. */
  lastStatus: z.nullable(z.int()),
})
export type Webhook = z.infer<typeof Webhook>

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/api/webhooks',
  access: 'session',
  summary: 'The webhooks of the account, the oldest first.',
  response: z.object({
    webhooks: z.array(Webhook),
    /** Whether the plan includes webhooks; they end with it. */
    isIncluded: z.boolean(),
  }),
})

export const createWebhook = endpoint({
  name: 'createWebhook',
  method: 'POST',
  path: '/api/webhooks',
  access: 'session',
  summary: `Add a webhook, at most ${MAX_WEBHOOKS}: it gets the new matches of every saved search with \`webhooks\`, as JSON signed by the scheme of standardwebhooks.com. Requires a plan with webhooks, and a sign-in or \`reauthenticate\` within the last ten minutes.`,
  body: z.object({ url: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_WEBHOOK_URL)) }),
  response: z.extend(Webhook, {
    /** For checking signatures; it is never shown again. */
    secret: z.string(),
  }),
})

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/webhooks/:id',
  access: 'session',
  summary: 'Delete a webhook, with what waits to be sent to it.',
  params: byId,
  response: Done,
})

export const testWebhook = endpoint({
  name: 'testWebhook',
  method: 'POST',
  path: '/api/webhooks/:id/test',
  access: 'session',
  summary: 'Send a test to a webhook now. A success ends a pause. Requires a plan with webhooks.',
  params: byId,
  response: Webhook,
})
