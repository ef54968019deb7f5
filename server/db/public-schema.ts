import type { ColumnType } from 'kysely'
import type { Day } from '#contracts/dates.ts'

/** Read as Date; written as Date or ISO text. */
type Time = ColumnType<Date, Date | string, Date | string>
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** Messages from the contact page. */
export type ContactMessages = {
  id: string
  full_name: string
  email: string
  /** As of `users`. */
  email_key: string
  subject: string
  message: string
  language: string
  /** UTC. */
  day: Day
  /** Hash of sender and text: one message per day. */
  content_hash: string
  created_at: Time
}

/** One row per address; it is deleted when the address unsubscribes. */
export type NewsletterSubscriptions = {
  id: string
  email: string
  email_key: string
  language: string
  requested_at: Time
  /** Null = the mailbox has not confirmed yet. */
  confirmed_at: MaybeTime
  /** The Monday of the last week that was queued. */
  last_week: ColumnType<Day | null, Day | null | undefined, Day | null>
}
