import * as z from 'zod/mini'
import { Category, EmailKind } from '#contracts/catalog/facts.ts'
import { NewestStore } from '#contracts/catalog/today.ts'
import { Day } from '#contracts/date-fields.ts'
import { Done, endpoint } from '#contracts/endpoint.ts'
import { ClusterId } from '#contracts/ids.ts'
import { Change } from './changes.ts'

/** Of each kind, the brief lists so many at most; `counts` counts all of them. */
export const MAX_BRIEF_ITEMS = 50

export const BriefPace = z.enum(['off', 'daily', 'weekly'])
export type BriefPace = z.infer<typeof BriefPace>

/** An IANA name, e.g. `Australia/Lord_Howe`; no fixed offset, which knows no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const Hour = z.int().check(z.minimum(0), z.maximum(23))

const settingsFields = {
  pace: BriefPace,
  /** Of a weekly brief; 1 = Monday. */
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
  /** In `timeZone`; one that a change of the clocks skips counts as the next that exists. */
  hour: Hour,
  timeZone: z.string().check(z.maxLength(64), z.refine(isTimeZone, { error: 'invalid_time_zone' })),
  /** From this hour until the other nothing is sent; a brief that falls into it comes at its end. */
  quietFrom: z.nullable(Hour),
  quietUntil: z.nullable(Hour),
  mail: z.boolean(),
  /** To every webhook of the account, if the plan allows it. */
  webhook: z.boolean(),
  /**
   * News of what the account follows within minutes, by mail at most once an hour, if the plan
   * allows it. It does not come again in the morning.
   */
  atOnce: z.boolean(),
}

type Quiet = { quietFrom: number | null; quietUntil: number | null }
const isPeriod = ({ quietFrom, quietUntil }: Quiet) =>
  quietFrom === null ? quietUntil === null : quietUntil !== null && quietUntil !== quietFrom

export const BriefSettings = z
  .object(settingsFields)
  .check(z.refine(isPeriod, { error: 'invalid_quiet_hours', path: ['quietUntil'] }))
export type BriefSettings = z.infer<typeof BriefSettings>

const ShownSettings = z.object({
  ...settingsFields,
  /** When the next brief is due; null while it is off. */
  nextAt: z.nullable(z.iso.datetime()),
  /** Whether the plan allows `atOnce` and `webhook`, which are kept without effect otherwise. */
  hasAtOnce: z.boolean(),
  hasWebhooks: z.boolean(),
})

export const getBriefSettings = endpoint({
  name: 'getBriefSettings',
  method: 'GET',
  path: '/api/brief/settings',
  access: 'paid',
  summary: 'When and where the morning brief goes. It is off until it is set.',
  response: ShownSettings,
})

export const putBriefSettings = endpoint({
  name: 'putBriefSettings',
  method: 'PUT',
  path: '/api/brief/settings',
  access: 'paid',
  summary:
    'Set when and where the morning brief goes. Each calendar day has one brief at most, whatever the time zone changes to; a day whose hour has passed unserved gets its brief at once.',
  body: BriefSettings,
  response: ShownSettings,
})

/** A lead whose next step is due on the day of the brief or before it. */
export const LeadStep = z.object({
  store: NewestStore,
  /** The key of its stage, and the name that the account gave it; null = the word of the reader. */
  stage: z.string(),
  stageName: z.nullable(z.string()),
  nextStep: z.nullable(z.string()),
  nextDay: Day,
  /** 0 = due on the day of the brief. */
  daysLate: z.int(),
})
export type LeadStep = z.infer<typeof LeadStep>

/** A store that appeared for a saved search. */
export const BriefMatch = z.object({
  store: NewestStore,
  search: z.object({ id: z.uuid(), name: z.string() }),
  /** By the profile of the search, of so many known points. */
  points: z.int(),
  known: z.int(),
  /** What speaks for it, where it is known. */
  speaksFor: z.object({
    emailKind: z.nullable(EmailKind),
    app: z.nullable(z.string()),
    launchDate: z.nullable(Day),
  }),
})
export type BriefMatch = z.infer<typeof BriefMatch>

/** How many stores list a followed product, at the end and at the beginning of the brief. */
export const BriefCluster = z.object({
  cluster: z.object({ id: ClusterId, title: z.string(), imageUrl: z.nullable(z.string()) }),
  storesNow: z.int(),
  /** Null when none did: there is nothing to compare with. */
  storesBefore: z.nullable(z.int()),
})
export type BriefCluster = z.infer<typeof BriefCluster>

/** New stores of a followed niche, by the day found. */
export const BriefNiche = z.object({
  category: Category,
  country: z.string(),
  /** Of 14 days, the last one last; null for a day that our data lacks. */
  days: z.array(z.nullable(z.int())),
  /** Of the last 7 days. */
  now: z.int(),
  /** Of the 7 days before; null unless our data covers all of the 14 days. */
  before: z.nullable(z.int()),
})
export type BriefNiche = z.infer<typeof BriefNiche>

export const BriefCounts = z.object({
  steps: z.int(),
  overdue: z.int(),
  matches: z.int(),
  /** Of stores and clusters that the account follows. */
  changes: z.int(),
  niches: z.int(),
})
export type BriefCounts = z.infer<typeof BriefCounts>

const briefFields = {
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Those in a stage that is called replied first, then the longest overdue. */
  steps: z.array(LeadStep),
  /** The highest score first. */
  matches: z.array(BriefMatch),
  /** The latest first, without contacts. */
  changes: z.array(Change),
  clusters: z.array(BriefCluster),
  niches: z.array(BriefNiche),
  counts: BriefCounts,
}

export const Brief = z.object({
  ...briefFields,
  /** Matches that are not among them, because the account has contacted them. */
  leftOut: z.int(),
  /** When the brief of this day was sent; null = not yet, or the brief is off. */
  sentAt: z.nullable(z.iso.datetime()),
  isMailed: z.boolean(),
})
export type Brief = z.infer<typeof Brief>

export const getBrief = endpoint({
  name: 'getBrief',
  method: 'GET',
  path: '/api/brief',
  access: 'paid',
  summary:
    'The brief of now: due steps, new matches of the saved searches by score, changes of what the account follows, and its niches. It reaches back to the brief before that of today, so what was mailed this morning is still in it.',
  response: Brief,
})

export const BriefChannel = z.enum(['mail', 'webhook'])
export type BriefChannel = z.infer<typeof BriefChannel>

export const testBrief = endpoint({
  name: 'testBrief',
  method: 'POST',
  path: '/api/brief/test',
  access: 'paid',
  summary:
    'Send the brief of now to the mailbox or the webhooks of the account. What it holds still comes in the next brief.',
  body: z.object({ channel: BriefChannel }),
  response: Done,
})

const linked = { url: z.string() }

/** The body of a request to a webhook: a brief, or news at once. */
export const BriefReady = z.object({
  type: z.literal('brief.ready'),
  /** When it was put together; the same for every attempt. */
  timestamp: z.iso.datetime(),
  data: z.object({
    ...briefFields,
    steps: z.array(z.extend(LeadStep, linked)),
    matches: z.array(z.extend(BriefMatch, linked)),
    changes: z.array(z.extend(Change, linked)),
    clusters: z.array(z.extend(BriefCluster, linked)),
    niches: z.array(z.extend(BriefNiche, linked)),
    /** Of a test: everything in it still comes. */
    isTest: z.boolean(),
    url: z.string(),
  }),
})
export type BriefReady = z.infer<typeof BriefReady>
