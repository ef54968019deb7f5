import type { Generated } from 'kysely'
import type { StoreId } from '#contracts/ids.ts'
import type { MaybeJson, MaybeTime, Time } from './column-types.ts'

export type StoredComparison = {
  verdict: 'correct' | 'changed' | 'wrong' | 'missing'
  shown: string | number | null
  seen: string | number | null
}

type Tallies = { name: string; label: string; total: number }

export type OperationsTables = {
  /** How a visible store got here; `found_at` and `visible_at` of the store are the two ends. */
  store_lags: {
    store_id: StoreId
    log_id: string
    read_at: Time
    pointed_at: Time
    asked_at: Time
    /** False when its entry is older than the end of the log's first catch-up. */
    live: boolean
  }
  /** The figures are null until it is finished. */
  accuracy_runs: {
    id: Generated<number>
    /** `night:2026-03-10`, or `manual:` and its moment. */
    key: string
    started_at: Time
    finished_at: MaybeTime
    stores: number | null
    unreachable: number | null
    compared: number | null
    correct: number | null
    changed: number | null
    wrong: number | null
    missing: number | null
  }
  accuracy_checks: {
    store_id: StoreId
    run_id: number
    tries: Generated<number>
    not_before: MaybeTime
    outcome: 'compared' | 'unreachable' | 'skipped' | null
    fields: MaybeJson<Record<string, StoredComparison>>
    checked_at: MaybeTime
  }
  backup_runs: {
    id: Generated<number>
    started_at: Time
    /** When the file was complete. */
    written_at: MaybeTime
    /** When everything in it had been restored and compared. */
    verified_at: MaybeTime
    file: string | null
    bytes: number | null
    problem: string | null
  }
  tallies: Tallies
  /** The same counts per five minutes. */
  tally_slots: Tallies & { slot: Time }
  /** A part of the product that an operator switched; parts without a row are on. */
  feature_switches: { name: string; is_on: boolean; changed_at: Time }
}
