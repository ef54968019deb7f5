import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getStoreScore, type StoreScore } from '#contracts/catalog/score.ts'
import { SUM_OF_WEIGHTS } from '#contracts/catalog/score-profile.ts'
import { q } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { type NameOf, useScoreWords } from '#web/lib/i18n/score-words.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Bone, Loaded } from '#web/ui/feedback/loaded.tsx'
import { useScorePath } from './score-path.ts'

type Subject = { slug: string; name: string }
type Props = {
  store: Subject
  score: StoreScore
  nameOf?: NameOf | undefined
  /** Where its weights are changed, if that is another screen. */
  weightsPath?: string | null
}

/** Why a store has its score: value and points of every factor. */
export function Breakdown({ store, score, nameOf, weightsPath = null }: Props) {
  const { t } = useTranslation('score')
  const { points, known } = score
  const values = { points, known }
  return (
    <div className="grid gap-2.5">
      <Head
        store={store}
        title={t(known < SUM_OF_WEIGHTS ? 'explain.known' : 'explain.all', values)}
      />
      <Shares points={points} known={known} />
      <FactorTable score={score} nameOf={nameOf} />
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 pt-0.5">
        <Link to={paths.listStore(store.slug)} className={LINK}>
          {t('explain.evidence')}
        </Link>
        {weightsPath !== null && (
          <Link to={weightsPath} className={LINK}>
            {t('explain.weights')}
          </Link>
        )}
      </p>
    </div>
  )
}

const LINK = 'link inline-flex min-h-6 items-center pointer-coarse:min-h-11'

type AskedProps = { store: Subject; profile: string | undefined }

/** The same, asked of the server. */
export function AskedBreakdown({ store, profile }: AskedProps) {
  const { t } = useTranslation('score')
  const weightsPath = useScorePath()
  const score = useQuery(
    q(getStoreScore, { params: { id: store.slug }, query: { ...(profile && { profile }) } }),
  )
  return (
    <Loaded
      query={score}
      title={t('explain.failed')}
      skeleton={
        <div className="grid gap-2.5">
          <Head store={store} title={<Bone className="h-6 w-32" />} />
          <Bone className="h-64 w-full" />
        </div>
      }
    >
      {(data) => <Breakdown store={store} score={data} weightsPath={weightsPath} />}
    </Loaded>
  )
}

type HeadProps = { store: Subject; title: React.ReactNode }

function Head({ store, title }: HeadProps) {
  const { t } = useTranslation('components')
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="truncate text-xs text-muted" title={store.name}>
          {store.name}
        </p>
        <p className="text-lg font-semibold">{title}</p>
      </div>
      <Button
        variant="quiet"
        size="icon"
        className="-me-1.5 -mt-1 size-8! pointer-coarse:size-11!"
        aria-label={t('close')}
        onClick={({ currentTarget }) =>
          currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        }
      >
        <X className="size-4.5" aria-hidden />
      </Button>
    </div>
  )
}

/** Earned, not earned and unknown: the unknown part is hatched, never empty. */
function Shares({ points, known }: { points: number; known: number }) {
  const { t } = useTranslation('score')
  const parts = [
    { name: 'points', share: points, tone: 'bg-ink' },
    { name: 'missed', share: known - points, tone: 'bg-rule' },
    { name: 'unknown', share: SUM_OF_WEIGHTS - known, tone: 'hatched rounded-none!' },
  ] as const
  const shares = parts.filter(({ share }) => share > 0)
  return (
    <>
      <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full">
        {shares.map(({ share, tone }) => (
          <span key={tone} style={{ width: `${share}%` }} className={cn('h-full!', tone)} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
        {shares.map(({ name, share, tone }) => (
          <li key={tone} className="flex items-center gap-1.5">
            <span aria-hidden className={cn('size-2.5! rounded-xs', tone)} />
            {t(`explain.${name}`, { count: share })}
          </li>
        ))}
      </ul>
    </>
  )
}

type FactorTableProps = Pick<Props, 'score' | 'nameOf'>

function FactorTable({ score: { factors }, nameOf }: FactorTableProps) {
  const { t } = useTranslation('score')
  const formats = useFormats()
  const words = useScoreWords(nameOf)
  const most = Math.max(1, ...factors.map(({ weight }) => weight))
  return (
    <table className="w-full border-collapse text-xs">
      <caption className="sr-only">{t('explain.table')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('explain.factor')}</th>
          <th scope="col" colSpan={2}>
            {t('explain.value')}
          </th>
          <th scope="col">{t('explain.given')}</th>
        </tr>
      </thead>
      <tbody>
        {factors.map((factor, at) => (
          // A profile may hold several factors of one kind, and keeps their order.
          <tr
            key={at}
            className={cn('border-t border-line', factor.points === null && 'text-muted')}
          >
            <th scope="row" className="py-1 pe-2 text-start font-medium wrap-anywhere">
              {words.name(factor.kind)}
            </th>
            <td className="py-1 pe-2 wrap-anywhere text-muted">{words.value(factor)}</td>
            <td aria-hidden className="w-16 py-1 max-xs:hidden">
              <Bar factor={factor} most={most} />
            </td>
            <td className="py-1 ps-2 text-end whitespace-nowrap">
              <span title={factor.points === null ? t('values.unknown') : undefined}>
                {t('explain.ofWeight', {
                  points: factor.points === null ? '–' : formats.number(factor.points),
                  weight: formats.number(factor.weight),
                })}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type BarProps = { factor: StoreScore['factors'][number]; most: number }

/** As long as the weight, filled with the points; hatched where the value is not known. */
function Bar({ factor: { points, weight }, most }: BarProps) {
  const width = (part: number) => ({ width: `${(100 * part) / most}%` })
  if (points === null)
    return <span style={width(weight)} className="hatched block! h-1.5! rounded-full!" />
  return (
    <span className="relative block h-1.5">
      <span style={width(weight)} className="absolute inset-y-0 start-0 rounded-full bg-rule" />
      <span style={width(points)} className="absolute inset-y-0 start-0 rounded-full bg-ink" />
    </span>
  )
}
