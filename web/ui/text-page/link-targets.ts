import { paths } from '#web/paths.ts'

/** Link targets by the name that the texts use; `mail` is the support address. */
const targets = {
  home: paths.home(),
  method: paths.features(),
  about: paths.about(),
  merchants: `${paths.about()}#merchants`,
  pricing: paths.pricing(),
  contact: paths.contact(),
  privacy: paths.privacy(),
  cookies: `${paths.privacy()}#cookies`,
  terms: paths.terms(),
  freshness: paths.freshness(),
  'opt-out': paths.optOut(),
  settings: paths.settingsUser(),
  preferences: paths.settingsPreferences(),
} as const

export type LinkTarget = keyof typeof targets | 'mail'

export const isLinkTarget = (name: string): name is LinkTarget =>
  name === 'mail' || Object.hasOwn(targets, name)

/** The internal path; null for `mail`, which is not a page. */
export const pathOf = (target: LinkTarget): string | null => (target === 'mail' ? null : targets[target])
