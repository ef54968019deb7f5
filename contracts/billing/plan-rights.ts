import type { Role } from '#contracts/accounts/auth.ts'

/** Without the schema library: public pages show these figures in their first script. */

export const EXPORT_FORMATS = ['csv', 'xlsx', 'jsonl'] as const

export type PlanRights = {
  /** Dashboard, lists, details and saved items. */
  hasResearch: boolean
  exportFormats: readonly (typeof EXPORT_FORMATS)[number][]
  /** Rows that the account may export in one UTC day; null = unlimited. */
  exportRowsPerDay: number | null
  /**
   * Stores whose e-mail address or phone number the account may see in one UTC day; each store
   * counts once.
   */
  contactsPerDay: number
  /** Saved searches; null = unlimited. */
  savedSearches: number | null
  /** Saved searches that have a score profile. */
  scoreProfiles: number
  /** Named lists of stores. */
  lists: number
  /** Stages of leads, the built-in ones included. */
  stages: number
  /** Texts to write to merchants with. */
  templates: number
  /** Lines of the list "Not these". */
  excludedLines: number
  /** Followed stores, products and niches. */
  follows: number
  /** Keys with which programs of the account read the research data. */
  hasApiKeys: boolean
  /** New matches of saved searches within minutes, instead of once a day. */
  hasInstantAlerts: boolean
  /** New matches of saved searches go to addresses of the account. */
  hasWebhooks: boolean
}

/** What each plan includes. The server enforces it and the pricing page displays it. */
export const planRights = {
  guest: {
    hasResearch: false,
    exportFormats: [],
    exportRowsPerDay: 0,
    contactsPerDay: 0,
    savedSearches: 0,
    scoreProfiles: 0,
    lists: 0,
    stages: 0,
    templates: 0,
    excludedLines: 0,
    follows: 0,
    hasApiKeys: false,
    hasInstantAlerts: false,
    hasWebhooks: false,
  },
  pro: {
    hasResearch: true,
    exportFormats: ['csv'],
    exportRowsPerDay: 1000,
    contactsPerDay: 2500,
    savedSearches: 1,
    scoreProfiles: 1,
    lists: 20,
    stages: 12,
    templates: 20,
    excludedLines: 10_000,
    follows: 20,
    hasApiKeys: false,
    hasInstantAlerts: false,
    hasWebhooks: false,
  },
  plus: {
    hasResearch: true,
    exportFormats: EXPORT_FORMATS,
    exportRowsPerDay: null,
    contactsPerDay: 25_000,
    savedSearches: null,
    scoreProfiles: 20,
    lists: 200,
    stages: 12,
    templates: 20,
    excludedLines: 100_000,
    follows: 500,
    hasApiKeys: true,
    hasInstantAlerts: true,
    hasWebhooks: true,
  },
} as const satisfies Record<string, PlanRights>
export type PlanName = keyof typeof planRights
export const isPlan = (name: string): name is PlanName => Object.hasOwn(planRights, name)

/** The role decides what the account may do; the plan is the role's product name. */
export const planOfRole = {
  GUEST: 'guest',
  PRO_USER: 'pro',
  PLUS_USER: 'plus',
} as const satisfies Record<Role, PlanName>

export const rightsOf = (role: Role): PlanRights => planRights[planOfRole[role]]
