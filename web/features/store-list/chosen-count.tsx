import { useTranslation } from 'react-i18next'

/** Number of choices inside a collapsed part. */
export function ChosenCount({ count }: { count: number }) {
  const { t } = useTranslation('list')
  if (count === 0) return null
  return (
    <span className="min-w-5 rounded-full bg-action px-1.5 text-center text-xs font-semibold text-on-action">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t('filters.chosenCount', { count })}</span>
    </span>
  )
}
