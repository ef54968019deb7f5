import * as z from 'zod/mini'
import { Day } from '#contracts/date-fields.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { StoreId } from '#contracts/ids.ts'
import { oneLine } from '#contracts/one-line.ts'
import { pageFields, pageOf, SortDirection } from '#contracts/paging.ts'
import { profileField, ScorePoints } from '#contracts/catalog/score-profile.ts'
import { StoreSummary } from '#contracts/catalog/stores.ts'
import { BulkUndo } from './bulk-undo.ts'
import { isBuiltInStage, StageKey } from './stage-keys.ts'

export const MAX_STAGE_NAME = 40
export const MAX_NEXT_STEP = 200
/** The history of a lead answers the latest ones. */
export const MAX_MOVES = 100

/** How soon a lead wants its next step, by `today`; `none` = no day, or a closed lead's is past. */
export const LeadDue = z.enum(['overdue', 'today', 'later', 'none'])
export type LeadDue = z.infer<typeof LeadDue>

export const dueFields = {
  due: z.optional(LeadDue),
  /** The reader's calendar day, by which steps are overdue; without it, the UTC day. */
  today: z.optional(Day),
}

export const Stage = z.object({
  key: StageKey,
  /** Null for a built-in stage that the account has not renamed. */
  name: z.nullable(z.string()),
  /** Its stores count as contacted, and leave the results and alerts of new leads. */
  isContacted: z.boolean(),
  /** Its leads that match the query, those of them whose day has passed, and those due today. */
  leads: z.int(),
  overdue: z.int(),
  today: z.int(),
})
export type Stage = z.infer<typeof Stage>

/** Another lead of the account that shows the same shop id, e-mail address or phone number. */
export const LeadDuplicate = z.object({
  storeId: StoreId,
  name: z.string(),
  domain: z.string(),
  stage: StageKey,
  shared: z.enum(['shopId', 'email', 'phone']),
})
export type LeadDuplicate = z.infer<typeof LeadDuplicate>

export const Lead = z.object({
  store: StoreSummary,
  stage: StageKey,
  nextStep: z.nullable(z.string()),
  nextDay: z.nullable(Day),
  /** The last contact that the account noted. */
  contactedAt: z.nullable(z.iso.datetime()),
  movedAt: z.iso.datetime(),
  /** Changes with each change of the lead, and never returns to an earlier one. */
  version: z.int(),
  /** The first ones of many. */
  duplicates: z.array(LeadDuplicate),
  /** By the profile of the query, or the default one; null while the search engine is away. */
  score: z.nullable(z.object({ points: ScorePoints, known: ScorePoints })),
})
export type Lead = z.infer<typeof Lead>

const LeadMove = z.object({
  /** Null: it became a lead. */
  from: z.nullable(z.string()),
  /** Null: it ceased to be a lead. A key that the account no longer has is that of a deleted stage. */
  to: z.nullable(z.string()),
  at: z.iso.datetime(),
})

export const LeadSort = z.enum(['due', 'score', 'movedAt', 'name'])
export type LeadSort = z.infer<typeof LeadSort>

const chosenFields = {
  ...dueFields,
  /** Searches names, domains, notes, tags and next steps. */
  q: z.optional(z.string().check(z.maxLength(100))),
}

export const Board = z.object({
  stages: z.array(Stage),
  /** How many stages the plan allows. */
  limit: z.int(),
  /** Leads that are gone because the owner of the store had it erased, until this is dismissed. */
  erased: z.array(z.object({ stage: z.string(), count: z.int() })),
})
export type Board = z.infer<typeof Board>

export const listStages = endpoint({
  name: 'listStages',
  method: 'GET',
  path: '/api/stages',
  access: 'paid',
  summary: 'The stages of the account in order, each with the number of its leads.',
  query: z.object(chosenFields),
  response: Board,
})

export const putStages = endpoint({
  name: 'putStages',
  method: 'PUT',
  path: '/api/stages',
  access: 'paid',
  summary:
    'Name, order, add and delete stages at once. `moved` names for each deleted stage the one that takes its leads. 403 `stage_limit` beyond the limit of the plan.',
  body: z.object({
    stages: z
      .array(
        z
          .object({
            /** Without it, a new stage. */
            key: z.optional(StageKey),
            /** Null only for a built-in stage. */
            name: z.nullable(oneLine(1, MAX_STAGE_NAME)),
            isContacted: z.boolean(),
          })
          .check(
            z.refine(
              ({ key, name }) => name !== null || (key !== undefined && isBuiltInStage(key)),
              {
                path: ['name'],
              },
            ),
          ),
      )
      .check(z.minLength(1), z.maxLength(100)),
    moved: z._default(z.record(z.string(), StageKey), {}),
  }),
  response: Board,
})

export const listLeads = endpoint({
  name: 'listLeads',
  method: 'GET',
  path: '/api/leads',
  access: 'paid',
  summary:
    'The leads of a stage, or of all, in the order asked for. By day, those that want no step come last.',
  query: z.object({
    ...chosenFields,
    stage: z.optional(StageKey),
    ...pageFields,
    sortBy: z._default(LeadSort, 'due'),
    /** Days and names come in ascending order unless asked otherwise, scores and times in descending. */
    sortDirection: z.optional(SortDirection),
    /** By which leads are scored; without it, the default one. */
    profile: z.optional(profileField),
  }),
  response: pageOf(Lead),
})

const params = z.object({ storeId: z.string().check(z.regex(/^\d{1,16}$/)) })

export const getLead = endpoint({
  name: 'getLead',
  method: 'GET',
  path: '/api/leads/:storeId',
  access: 'paid',
  summary: 'One lead with the history of its stages, the latest move first. 404 if it is none.',
  params,
  response: z.extend(Lead, { history: z.array(LeadMove) }),
})

export const putLead = endpoint({
  name: 'putLead',
  method: 'PUT',
  path: '/api/leads/:storeId',
  access: 'paid',
  summary:
    'Move a lead, or change its next step; a store that is none yet becomes one, and is saved. 409 `lead_changed` if it has another version: ask for its present state.',
  params,
  body: z
    .object({
      /** Of the state that the caller saw; 0 for a store that was no lead. */
      version: z.int().check(z.minimum(0)),
      /** Required for a store that is no lead yet. */
      stage: z.optional(StageKey),
      nextStep: z.optional(z.nullable(oneLine(1, MAX_NEXT_STEP))),
      nextDay: z.optional(z.nullable(Day)),
      /** Notes a contact now. A move from a stage before the contact to a later one does so too. */
      isContact: z.optional(z.literal(true)),
    })
    .check(
      z.refine(({ version, stage }) => version > 0 || stage !== undefined, { path: ['stage'] }),
    ),
  response: Lead,
})

export const mergeLead = endpoint({
  name: 'mergeLead',
  method: 'POST',
  path: '/api/leads/:storeId/merge',
  access: 'paid',
  summary:
    'Join the notes and tags of a lead to those of another one, and end it; its store stays saved. `undoChange` restores both for a minute.',
  params,
  body: z.object({ into: StoreId }),
  response: z.object({ lead: Lead, undo: BulkUndo }),
})

export const dismissErasedLeads = endpoint({
  name: 'dismissErasedLeads',
  method: 'DELETE',
  path: '/api/leads/erased',
  access: 'paid',
  summary: 'Stop saying that leads are gone because their stores were erased.',
  response: z.object({ leads: z.int() }),
})
