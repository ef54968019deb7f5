import * as z from 'zod/mini'

/** The stages of an account that has not changed them, in order; their names are the reader's. */
export const BUILT_IN_STAGES = ['toContact', 'contacted', 'replied', 'won', 'lost'] as const
export type BuiltInStage = (typeof BUILT_IN_STAGES)[number]

/** Of a built-in stage its name, of an own one a UUID. */
export const StageKey = z.union([z.enum(BUILT_IN_STAGES), z.uuid()])
export type StageKey = z.infer<typeof StageKey>

export const isBuiltInStage = (key: string): key is BuiltInStage =>
  BUILT_IN_STAGES.some((builtIn) => builtIn === key)

/** In them a step whose day has passed is no longer late. */
export const CLOSED_STAGES: readonly string[] = ['won', 'lost'] satisfies BuiltInStage[]

/** Of a built-in stage, unless the account says otherwise. */
export const isContactedByDefault = (key: string): boolean => key !== 'toContact'
