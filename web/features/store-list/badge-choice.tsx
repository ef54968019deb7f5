import { useTranslation } from 'react-i18next'
import { TrendBadge } from '#contracts/trending.ts'
import { cn } from '#web/lib/cn.ts'

type Props = { chosen: readonly TrendBadge[]; onChange: (badges: TrendBadge[]) => void }

/** Any combination of trend stages; an empty choice means all. */
export function BadgeChoice({ chosen, onChange }: Props) {
  const { t } = useTranslation('list')
  return (
    <div role="group" aria-label={t('products.badges')} className="flex w-full flex-wrap gap-2">
      {TrendBadge.options.map((badge) => {
        const isChosen = chosen.includes(badge)
        return (
          <button
            key={badge}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? chosen.filter((each) => each !== badge) : [...chosen, badge])}
            className={cn(
              'min-h-9 rounded-md border px-3 text-sm font-semibold transition-colors duration-150 pointer-coarse:min-h-11',
              isChosen
                ? 'border-action bg-action text-on-action'
                : 'border-control bg-surface hover:border-ink hover:bg-canvas',
            )}
          >
            {t(`products.badge.${badge}`)}
          </button>
        )
      })}
    </div>
  )
}
