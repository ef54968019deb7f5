import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'
import { pageFields, pageOf } from '#contracts/paging.ts'

const OptOutEntry = z.object({
  /**
   * `host:` with a name, `shop:` with the platform’s name of a shop, or `shop_id:` with its number.
   */
  key: z.string(),
  at: z.iso.datetime(),
})
export type OptOutEntry = z.infer<typeof OptOutEntry>

export const listOptOuts = endpoint({
  name: 'listOptOuts',
  method: 'GET',
  path: '/api/operator/opt-outs',
  access: 'operator',
  summary: 'What is never visited again, the latest first.',
  query: z.object({
    ...pageFields,
    q: z.optional(z.string().check(z.trim(), z.maxLength(253))),
  }),
  response: z.object({
    ...pageOf(OptOutEntry).shape,
    /** Requests of owners who have not proven their ownership yet. */
    openRequests: z.int(),
  }),
})

const domain = z.string().check(z.trim(), z.minLength(1), z.maxLength(253))

export const previewOptOut = endpoint({
  name: 'previewOptOut',
  method: 'GET',
  path: '/api/operator/opt-outs/preview',
  access: 'operator',
  summary: 'What an opt-out of a domain would erase.',
  query: z.object({ domain }),
  response: z.object({ domain: z.string(), isOptedOut: z.boolean(), stores: z.int() }),
})

export const optOutDomain = endpoint({
  name: 'optOutDomain',
  method: 'POST',
  path: '/api/operator/opt-outs',
  access: 'operator',
  summary: 'Erase all data about the stores of a domain, and never visit it again.',
  body: z.object({ domain }),
  response: z.object({ domain: z.string(), stores: z.int() }),
})
