import type { ErrorCode } from '#contracts/errors.ts'
import type { FeatureName } from '#contracts/operator/features.ts'
import { cacheFor } from './async-cache.ts'
import type { Db } from './db/schema.ts'
import { AppError } from './errors.ts'

/** How long a process may not know of a switch that another process changed. */
const CACHE_MS = 5_000

export type FeatureSwitches = {
  isOn: (name: FeatureName) => Promise<boolean>
  /** @throws AppError `sign_up_closed`, `checkout_closed`, `exports_closed` */
  require: (name: keyof typeof REFUSALS) => Promise<void>
  /** For use after a change in this process. */
  forget: () => void
}

const REFUSALS = {
  sign_up: 'sign_up_closed',
  checkout: 'checkout_closed',
  exports: 'exports_closed',
} as const satisfies Partial<Record<FeatureName, ErrorCode>>

export function createFeatureSwitches({ db, now }: { db: Db; now: () => Date }): FeatureSwitches {
  const readOff = async () => {
    const rows = await db
      .selectFrom('feature_switches')
      .select('name')
      .where('is_on', '=', false)
      .execute()
    return new Set<string>(rows.map(({ name }) => name))
  }
  const namesOff = cacheFor(readOff, { forMs: CACHE_MS, now })
  const isOn: FeatureSwitches['isOn'] = async (name) => !(await namesOff()).has(name)
  return {
    isOn,
    async require(name) {
      if (!(await isOn(name))) throw new AppError(REFUSALS[name])
    },
    forget: namesOff.invalidate,
  }
}
