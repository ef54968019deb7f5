import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>

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
  headings: ColumnType<Heading[], string, string>
  word_count: number
  /** Title, tags, excerpt and text, weighted in this order. */
  search: ColumnType<string, never, never>
  views: Generated<number>
  /** Name in the folder of articles. */
  file: string
  /** Checksum of the file's text and of the parser version. */
  checksum: string
}

/** Who read an article on a day, as a hash that changes every day. */
export type ArticleViews = { article_id: number; visitor: Uint8Array; day: string }
