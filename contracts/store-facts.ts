import * as z from 'zod/mini'
import {
  AppSource,
  Category,
  CategoryConfidence,
  EmailKind,
  EmailProvider,
  Evidence,
  MailState,
  PolicyKind,
  SocialNetwork,
} from '#contracts/facts.ts'

/** Lists of facts on a store's page; each item carries its evidence. */

/** An address that the store publishes as its business contact. */
export const StoreEmail = z.object({
  address: z.string(),
  kind: EmailKind,
  provider: EmailProvider,
  mailState: MailState,
  /** When we asked DNS; null for `unknown`. */
  mailCheckedAt: z.nullable(z.iso.datetime()),
  evidence: Evidence,
})
export type StoreEmail = z.infer<typeof StoreEmail>

export const StorePhone = z.object({
  text: z.string(),
  e164: z.nullable(z.string()),
  country: z.nullable(z.string()),
  evidence: Evidence,
})
export type StorePhone = z.infer<typeof StorePhone>

export const StoreApp = z.object({
  handle: z.string(),
  name: z.string(),
  /** The most reliable of `sources`. */
  source: z.string(),
  sources: z.array(AppSource),
  evidence: z.nullable(Evidence),
})
export type StoreApp = z.infer<typeof StoreApp>

/** Custom pixels have the platform's number instead of a vendor's id. */
export const StorePixel = z.object({
  vendor: z.string(),
  id: z.nullable(z.string()),
  evidence: z.nullable(Evidence),
})
export type StorePixel = z.infer<typeof StorePixel>

export const StoreLanguage = z.object({ code: z.string(), evidence: Evidence })

export const StoreSocial = z.object({
  network: SocialNetwork,
  handle: z.string(),
  url: z.string(),
  evidence: Evidence,
})
export type StoreSocial = z.infer<typeof StoreSocial>

export const StorePolicy = z.object({ kind: PolicyKind, url: z.string(), evidence: Evidence })
export type StorePolicy = z.infer<typeof StorePolicy>

export const StorePaymentBrand = z.object({ id: z.string(), name: z.string(), evidence: Evidence })
export type StorePaymentBrand = z.infer<typeof StorePaymentBrand>

/** `low` = derived from descriptive text alone; see the published rule. */
export const StoreCategory = z.object({ id: Category, confidence: CategoryConfidence })
export type StoreCategory = z.infer<typeof StoreCategory>
