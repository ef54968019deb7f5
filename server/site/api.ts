/** The public site: pages, blog, contact, newsletter, previews, files for machines. */
import { registerJob } from '#server/platform/jobs/job-definition.ts'
import { registerMail } from '#server/platform/mail/mail.ts'
import { blogRoutes } from './blog/routes.ts'
import { contactReplyMail, contactMail } from './contact/contact.ts'
import { newsletterMail, subscriptionMail } from './newsletter/newsletter-mails.ts'
import { sendNewsletters } from './newsletter/send-newsletters.ts'
import { publicRoutes } from './public-figures.ts'
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
export { createPageCache, originOf, pageRoutes } from './pages/pages.ts'
export { createRenderer, renderExample, type Renderer } from './pages/render.ts'
export { KEY_DIRECTORY_PATH, type SiteServices } from './routes.ts'
export { erasure } from './erasure.ts'
export { limits } from './limits.ts'
export { retention, tables } from './tables.ts'

export const routes = [
  publicRoutes,
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
