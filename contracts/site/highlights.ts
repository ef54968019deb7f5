import * as z from 'zod/mini'
import { LaunchConfidence } from '#contracts/catalog/facts.ts'
import { SignalKind } from '#contracts/catalog/signals.ts'
import { StoreSummary } from '#contracts/catalog/stores.ts'
import { Day } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Accuracy, Lag } from '#contracts/operations/freshness.ts'

/** A store as everyone may see it: without address, number, form and anything of an account. */
export const OpenStore = z.pick(StoreSummary, {
  name: true,
  domain: true,
  status: true,
  country: true,
  category: true,
  currency: true,
  price: true,
  productCount: true,
  themeName: true,
  apps: true,
  pixels: true,
  hasEmail: true,
  emailKind: true,
  emailState: true,
  hasPhone: true,
  hasContactForm: true,
  foundDay: true,
  foundAt: true,
  visibleAt: true,
  launchDate: true,
  launchConfidence: true,
  logoUrl: true,
})
export type OpenStore = z.infer<typeof OpenStore>

/** Nothing that names the store. */
const MaskedStore = z.pick(OpenStore, {
  status: true,
  country: true,
  category: true,
  currency: true,
  price: true,
  productCount: true,
  foundAt: true,
})
export type MaskedStore = z.infer<typeof MaskedStore>

export const Highlights = z.object({
  /** Newly launched stores found so far. */
  launched: z.int(),
  last24h: z.int(),
  /** Of the UTC day so far, and those among them with a usable published address. */
  today: z.object({ stores: z.int(), leads: z.int() }),
  /** From log entry to list, of the stores of today that we followed live. */
  lag: z.extend(z.pick(Lag, { stores: true, p50Seconds: true, p90Seconds: true }), {
    /** Of the latest of them. */
    seconds: z.array(z.number()),
  }),
  /**
   * Measured by a nightly re-check of a sample (`docs/freshness.md`); null until the first
   * re-check.
   */
  accuracy: z.nullable(z.omit(Accuracy, { unreachable: true, fields: true })),
  /** The newest stores, the latest first. */
  recent: z.array(OpenStore),
  /** Those after them. */
  masked: z.array(MaskedStore),
  /** The evidence for the launch day of the last one of `recent`. */
  proof: z.nullable(
    z.object({
      name: z.string(),
      launchDate: z.nullable(Day),
      launchConfidence: LaunchConfidence,
      launchReason: z.string(),
      /** Those that decided, in the order of their times. */
      signals: z.array(
        z.object({ kind: SignalKind, at: z.iso.datetime(), path: z.nullable(z.string()) }),
      ),
      /** From log entry to list. */
      lagSeconds: z.number(),
    }),
  ),
  /** What our crawler sends to all shops together at most. */
  requestsPerSecond: z.number(),
})
export type Highlights = z.infer<typeof Highlights>

export const getHighlights = endpoint({
  name: 'getHighlights',
  method: 'GET',
  path: '/api/public/highlights',
  access: 'public',
  summary:
    'Figures and the newest stores for the landing page: three as everyone may see them, the next ones without their names.',
  response: Highlights,
})
