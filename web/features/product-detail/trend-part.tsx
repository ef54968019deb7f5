import { useTranslation } from 'react-i18next'
import type { TrendComponent } from '#contracts/trending.ts'
import { useFormats } from '#web/lib/format.ts'
import { wordsOfPart } from './trend-words.ts'

/** One part of the score: its name, its points as figure and bar, and its counts in words. */
export function TrendPart({ part }: { part: TrendComponent }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const points = t('trend.points', { points: formats.number(part.points), most: formats.number(part.weight) })
  return (
    <li className="border-b border-line py-2.5 text-sm last:border-0">
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">{t(`trend.part.${part.name}`)}</span>
        <span className="shrink-0 text-muted">{points}</span>
      </p>
      {/* Hidden from screen readers: the figure beside the name says the same. */}
      <svg
        className="mt-1.5 block h-1.5 w-full rounded-full bg-sunken"
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        aria-hidden
      >
        <rect className="fill-sun-ink" width={part.value * 100} height={1} />
      </svg>
      <p className="mt-1.5 text-muted">{wordsOfPart(part, t, formats)}</p>
    </li>
  )
}
