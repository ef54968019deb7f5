import * as z from 'zod/mini'
import { byId, type Download, endpoint, textEndpoint } from '#contracts/endpoint.ts'
import { pageFields, pageOf } from '#contracts/paging.ts'

/**
 * "Not these": lines of customers, competitors and addresses. No list, count, alert, feed or export
 * of the account shows a store that one of them matches, unless it asks for hidden stores.
 */
export const ExclusionReason = z.enum(['customer', 'competitor', 'other'])
export type ExclusionReason = z.infer<typeof ExclusionReason>

/**
 * `domain`: stores at the domain or below it, and stores that publish an e-mail address there.
 * `host`: the same by host alone, since the domain is a public mail provider. `shop`: the shop
 * of the platform. `address`: stores that publish this e-mail address.
 */
export const ExclusionKind = z.enum(['domain', 'host', 'shop', 'address'])
export type ExclusionKind = z.infer<typeof ExclusionKind>

/** Why a line hides nothing. `full`: the list has no room for it. */
export const LineFault = z.enum([
  'name',
  'publicMail',
  'ipAddress',
  'noEnding',
  'wildcard',
  'notMail',
  'ending',
  'platform',
  'malformed',
  'tooLong',
  'full',
])
export type LineFault = z.infer<typeof LineFault>

const Key = z.string().check(z.minLength(3), z.maxLength(320))
/** Of a line within its upload; the first is 1. */
const LineNumber = z.int().check(z.minimum(1))

/** An answer names at most as many lines of each sort; the counts include all of them. */
export const MAX_NAMED_LINES = 1_000
export const MAX_REFUSED_LINES = 5_000
/** 100,000 addresses take 3 MB; files of customer systems have further columns. */
const MAX_UPLOAD_BYTES = 32 * 1024 * 1024
export const MAX_UPLOAD_NAME = 120

export const ExclusionLine = z.object({
  /** What the line hides, in one spelling: `acme.com`, `acme.myshopify.com`, `ada@gmail.com`. */
  key: Key,
  kind: ExclusionKind,
  reason: ExclusionReason,
  /** How many stores it hides. */
  stores: z.int(),
  /** `name` of the file; null for pasted lines. */
  upload: z.object({ id: z.uuid(), name: z.nullable(z.string()) }),
  line: LineNumber,
  addedAt: z.iso.datetime(),
})
export type ExclusionLine = z.infer<typeof ExclusionLine>

export const listExclusions = endpoint({
  name: 'listExclusions',
  method: 'GET',
  path: '/api/exclusions',
  access: 'paid',
  summary: 'The lines of the list "Not these", the latest first.',
  query: z.object({
    ...pageFields,
    /** Only lines that contain this text. */
    q: z.optional(z.string().check(z.maxLength(100))),
    reason: z.optional(ExclusionReason),
  }),
  response: z.extend(pageOf(ExclusionLine), {
    /** How many lines the plan allows. */
    limit: z.int(),
    /** All lines, and the stores that they hide. */
    lines: z.int(),
    stores: z.int(),
    reasons: z.record(ExclusionReason, z.int()),
  }),
})

export const ExclusionUpload = z.object({
  /** Undoes the upload; null when it added no line. */
  id: z.nullable(z.uuid()),
  name: z.nullable(z.string()),
  reason: ExclusionReason,
  at: z.iso.datetime(),
  /** Lines with any text, without a header: the sum of the three below. */
  lines: z.int(),
  accepted: z.int(),
  repeated: z.int(),
  refused: z.int(),
  /** Stores that were not hidden before. */
  hides: z.int(),
  acceptedLines: z.array(
    z.object({ line: LineNumber, key: Key, kind: ExclusionKind, stores: z.int() }),
  ),
  /** `sameAs`: the line of this upload that says the same; null for one that was there before. */
  repeatedLines: z.array(
    z.object({ line: LineNumber, text: z.string(), sameAs: z.nullable(LineNumber) }),
  ),
  refusedLines: z.array(
    z.object({
      line: LineNumber,
      text: z.string(),
      fault: LineFault,
      /** The line that was probably meant. */
      suggestion: z.nullable(z.string()),
    }),
  ),
})
export type ExclusionUpload = z.infer<typeof ExclusionUpload>

export const addExclusions = textEndpoint({
  name: 'addExclusions',
  method: 'POST',
  path: '/api/exclusions',
  access: 'paid',
  summary:
    'Add lines: one address of a shop, domain or e-mail address each, as text or CSV. Lines that cannot be read are returned with their number and the reason; the others are kept.',
  text: { mediaTypes: ['text/plain', 'text/csv'], maxBytes: MAX_UPLOAD_BYTES },
  query: z.object({
    reason: z._default(ExclusionReason, 'other'),
    /** Name of the file. */
    name: z.optional(z.string().check(z.maxLength(MAX_UPLOAD_NAME))),
  }),
  response: ExclusionUpload,
})

/** `lines` were removed; `stores` are visible again. */
const Removed = z.object({ lines: z.int(), stores: z.int() })

export const removeExclusion = endpoint({
  name: 'removeExclusion',
  method: 'DELETE',
  path: '/api/exclusions/lines/:key',
  access: 'paid',
  summary: 'Remove one line.',
  params: z.object({ key: Key }),
  /** Why it was there. */
  response: z.extend(Removed, { reason: ExclusionReason }),
})

export const undoExclusionUpload = endpoint({
  name: 'undoExclusionUpload',
  method: 'DELETE',
  path: '/api/exclusions/uploads/:id',
  access: 'paid',
  summary: 'Remove all lines that one upload added.',
  params: byId,
  response: Removed,
})

export const emptyExclusions = endpoint({
  name: 'emptyExclusions',
  method: 'DELETE',
  path: '/api/exclusions',
  access: 'paid',
  summary: 'Remove all lines.',
  response: Removed,
})

export const downloadExclusions = {
  name: 'downloadExclusions',
  method: 'GET',
  path: '/api/exclusions/file/:format',
  access: 'paid',
  summary: 'All lines as a file: one each, or as CSV with reason and origin.',
  params: z.object({ format: z.enum(['txt', 'csv']) }),
  mediaTypes: ['text/plain; charset=utf-8', 'text/csv; charset=utf-8'],
} as const satisfies Download
