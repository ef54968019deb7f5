import type { TFunction } from 'i18next'

/** Minutes as they are told to readers: `< 1 min read`, else rounded up. */
export const readTimeText = (t: TFunction<'blog'>, minutes: number): string =>
  minutes < 1 ? t('readTime.short') : t('readTime.minutes', { minutes: Math.ceil(minutes) })
