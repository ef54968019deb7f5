import { paths } from '#web/paths.ts'

/** Sections of the operator console, in the order of its menu. */
export const consoleSections = [
  { name: 'overview', to: paths.operator() },
  { name: 'accounts', to: paths.operator('accounts') },
  { name: 'messages', to: paths.operator('messages') },
  { name: 'optOuts', to: paths.operator('opt-outs') },
  { name: 'deliveries', to: paths.operator('deliveries') },
  { name: 'jobs', to: paths.operator('jobs') },
  { name: 'limits', to: paths.operator('limits') },
  { name: 'features', to: paths.operator('features') },
  { name: 'audit', to: paths.operator('audit') },
] as const
export type ConsoleSection = (typeof consoleSections)[number]['name']
