import type { ColumnType, Generated } from 'kysely'
import type { Day } from '#contracts/dates.ts'
import type { DefaultedTime, Json, Time } from './column-types.ts'

export type Heading = { id: string; text: string; level: number }

export type Articles = {
  id: number
  slug: string
  title: string
  excerpt: string
  /** Slug of one of `blogCategories`. */
  category: string
  tags: string[]
  author: string
  language: string
  is_featured: boolean
  published_at: Time
  updated_at: Time
  body_html: string
  headings: Json<Heading[]>
  word_count: number
  /** Title, tags, excerpt and text, weighted in this order. */
  search: ColumnType<string, never, never>
  views: Generated<number>
  /** Name in the folder of articles. */
  file: string
  /** Checksum of the file's text and of the parser version. */
  checksum: string
}

export type SiteTables = {
  contact_messages: {
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
    answered_at: DefaultedTime
    /** Null for a message that was closed without an answer. */
    answer: Generated<string | null>
  }
  /** One row per address; it is deleted when the address unsubscribes. */
  newsletter_subscriptions: {
    id: string
    email: string
    email_key: string
    language: string
    requested_at: Time
    /** Null = the mailbox has not confirmed yet. */
    confirmed_at: DefaultedTime
    /** The Monday of the last week that was queued. */
    last_week: ColumnType<Day | null, Day | null | undefined, Day | null>
  }
  articles: Articles
  /** Who read an article on a day, as a hash that changes every day. */
  article_views: { article_id: number; visitor: Uint8Array; day: string }
  /** `host:<name>` (with all names below it), `shop:<handle>` or `shop_id:<n>`. */
  opt_outs: { key: string; at: Time }
  opt_out_requests: { domain: string; token_hash: string; expires_at: Time }
}
