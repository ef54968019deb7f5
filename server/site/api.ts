/** The public site: pages, blog, contact, newsletter, previews, files for machines. */
import { sql } from 'kysely'
import type { TableName } from '#server/platform/db/schema.ts'
import type { Erasure } from '#server/platform/erasure.ts'
import { registerJob } from '#server/platform/jobs/job-definition.ts'
import {
  LONG_DAYS,
  olderThan,
  type Retention,
  UNSENT_DAYS,
} from '#server/platform/jobs/purge-old-rows.ts'
import { registerMail } from '#server/platform/mail/mail.ts'
import { blogRoutes } from './blog/routes.ts'
import { contactMail, contactReplyMail } from './contact/contact.ts'
import { newsletterMail, sendNewsletters, subscriptionMail } from './newsletter/newsletter-mails.ts'
import { publicRoutes } from './public-figures.ts'
import { sampleRoutes } from './sample/sample.ts'
import {
  botIdentityRoutes,
  contactRoutes,
  newsletterRoutes,
  previewRoutes,
  siteFileRoutes,
  testimonialRoutes,
} from './routes.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'

export { blogFilePaths } from './blog/blog-files.ts'
export { ARTICLES_FOLDER, followArticles } from './blog/load-articles.ts'
export { answerMessage } from './contact/contact.ts'
export { createPageCache } from './pages/page-cache.ts'
export { originOf, pageRoutes } from './pages/pages.ts'
export { createRenderer, renderExample, type Renderer } from './pages/render.ts'
export { KEY_DIRECTORY_PATH, type SiteServices } from './routes.ts'
export { limits } from './limits.ts'

export const routes = [
  publicRoutes,
  sampleRoutes,
  testimonialRoutes,
  contactRoutes,
  newsletterRoutes,
  unsubscribeRoutes,
  blogRoutes,
  botIdentityRoutes,
  siteFileRoutes,
  previewRoutes,
]
export const jobs = [registerJob(sendNewsletters)]
export const mails = [
  registerMail(contactMail),
  registerMail(contactReplyMail),
  registerMail(subscriptionMail),
  registerMail(newsletterMail),
]

export const tables = [
  'article_views',
  'articles',
  'contact_messages',
  'newsletter_subscriptions',
] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  // The readers of a past day are of no use.
  article_views: { old: olderThan('day', 2) },
  articles: { keep: 'as long as their files' },
  contact_messages: { old: olderThan('created_at', LONG_DAYS) },
  // Unconfirmed requests, whose link expires at the same time.
  newsletter_subscriptions: {
    old: (now) => sql`confirmed_at is null and ${olderThan('requested_at', UNSENT_DAYS)(now)}`,
  },
}

export const erasure: Erasure = {
  async account({ db }, { userId, emailKey }) {
    // Only a confirmed account proves who owns the address. An unconfirmed sign-up may come from a
    // stranger, so erasing it must not delete the owner's data.
    const isTheirs = sql<boolean>`email_key = ${emailKey} and exists (
      select from users where id = ${userId} and email_verified_at is not null)`
    await db.deleteFrom('contact_messages').where(isTheirs).execute()
    await db.deleteFrom('newsletter_subscriptions').where(isTheirs).execute()
  },
}
