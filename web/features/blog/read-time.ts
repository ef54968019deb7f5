import type { TFunction } from 'i18next'

/** Reading time for display: `< 1 min read`, otherwise whole minutes, rounded up. */
export const readTimeText = (t: TFunction<'blog'>, minutes: number): string =>
  minutes < 1 ? t('readTime.short') : t('readTime.minutes', { minutes: Math.ceil(minutes) })
