import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'
import { UserId } from '#contracts/ids.ts'
import { pageFields, pageOf } from '#contracts/paging.ts'

const ContradictedAccount = z.object({
  id: UserId,
  email: z.string(),
  isLocked: z.boolean(),
  /** Addresses that it said something about, and those of which another account says the opposite. */
  marks: z.int(),
  contradicted: z.int(),
  /** How many other accounts contradict it. */
  others: z.int(),
  lastMarkedAt: z.iso.datetime(),
})
export type ContradictedAccount = z.infer<typeof ContradictedAccount>

export const listContradictedBounces = endpoint({
  name: 'listContradictedBounces',
  method: 'GET',
  path: '/api/operator/bounces',
  access: 'operator',
  summary:
    'Accounts whose marks of bounced addresses other accounts contradict, the most contradicted first.',
  query: z.object(pageFields),
  response: pageOf(ContradictedAccount),
})
