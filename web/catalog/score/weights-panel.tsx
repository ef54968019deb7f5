import { Plus, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  DEFAULT_PROFILE,
  type Factor,
  FactorKind,
  isRepeatable,
  MAX_FACTORS,
  SUM_OF_WEIGHTS,
} from '#contracts/catalog/score-profile.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import type { ScoreWords } from '#web/lib/i18n/score-words.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import {
  type Draft,
  draftOf,
  withFactor,
  withoutFactor,
  withPin,
  withSettings,
  withWeight,
} from './draft.ts'
import { FactorRow } from './factor-row.tsx'
import { type RankedRow, unknownAt } from './ranked-list.tsx'

type Props = {
  draft: Draft
  words: ScoreWords
  rows: readonly RankedRow[]
  /** What the last change could not do. */
  problem: string
  /** Why the profile cannot be kept. */
  refusal: ReactNode
  onChange: (draft: Draft) => void
  onProblem: (problem: string) => void
}

/** More than this weighs no factor of a usual profile; a heavier one widens every scale. */
const USUAL_MOST = 40

export function WeightsPanel({ draft, words, rows, problem, refusal, ...on }: Props) {
  const { t } = useTranslation('score')
  const formats = useFormats()
  const isWide = draft.some(({ factor, saved }) => Math.max(factor.weight, saved) > USUAL_MOST)
  const weigh = (id: number, wanted: number) => {
    const isStuck = draft.every((item) => item.id === id || item.isPinned) && draft.length > 1
    on.onProblem(isStuck ? t('weights.stuck') : '')
    on.onChange(withWeight(draft, id, wanted))
  }
  const sum = draft.reduce((total, { factor }) => total + factor.weight, 0)
  return (
    <section aria-labelledby="score-weights" className={PANEL}>
      <div className="flex min-h-10 flex-wrap items-center gap-x-1 border-b border-rule py-1 ps-pad pe-2">
        <h2 id="score-weights" className="text-sm font-semibold">
          {t('weights.title')}
        </h2>
        <p className="ms-2 text-xs text-muted">
          {t('weights.sum', { sum: formats.number(sum), whole: formats.number(SUM_OF_WEIGHTS) })}
        </p>
        <span className="grow" />
        <AddFactor draft={draft} words={words} onAdd={(to) => on.onChange(withFactor(draft, to))} />
        <Button
          variant="quiet"
          size="sm"
          title={t('default.title')}
          onClick={() => on.onChange(draftOf(DEFAULT_PROFILE))}
        >
          <RotateCcw className="size-4 shrink-0" aria-hidden />
          <span className="max-xl:sr-only">{t('default.label')}</span>
        </Button>
      </div>
      {refusal}
      <p role="status" className="px-pad py-1.5 text-xs font-medium text-bad empty:hidden">
        {problem}
      </p>
      <ol>
        {draft.map((item, at) => (
          <FactorRow
            key={item.id}
            item={item}
            words={words}
            most={isWide ? SUM_OF_WEIGHTS : USUAL_MOST}
            unknown={{ count: unknownAt(rows, at), total: rows.length }}
            canRemove={draft.length > 1}
            onWeigh={weigh}
            onPin={(id, isPinned) => on.onChange(withPin(draft, id, isPinned))}
            onChange={(id, factor) => on.onChange(withSettings(draft, id, factor))}
            onRemove={(id) => on.onChange(withoutFactor(draft, id))}
          />
        ))}
      </ol>
    </section>
  )
}

const PANEL =
  'top-below @container w-[min(33.75rem,45vw)] shrink-0 self-stretch border-line bg-canvas work:sticky work:h-[calc(100dvh-var(--spacing-below))] work:overflow-y-auto work:border-e work:[scrollbar-width:thin] max-xl:w-[min(26.875rem,45vw)] max-work:w-full 2xl:w-[min(37.5rem,45vw)]'

type AddProps = Pick<Props, 'draft' | 'words'> & { onAdd: (factor: Factor) => void }

function AddFactor({ draft, words, onAdd }: AddProps) {
  const { t } = useTranslation('score')
  const used = new Set(draft.map(({ factor }) => factor.kind))
  const left = MAX_FACTORS - draft.length
  const offered = FactorKind.options.filter((kind) => isRepeatable(kind) || !used.has(kind))
  return (
    <Popover
      label={t('add.title')}
      className="w-[min(20rem,calc(100vw-1.5rem))]"
      button={{
        className: buttonClass('quiet', 'sm'),
        children: (
          <>
            <Plus className="size-4 shrink-0" aria-hidden />
            {t('add.label')}
            <span className="font-normal text-muted">{t('add.left', { count: left })}</span>
          </>
        ),
      }}
    >
      {left === 0 ? (
        <p>{t('add.full', { count: MAX_FACTORS })}</p>
      ) : (
        <ul className="grid gap-0.5">
          {offered.map((kind) => (
            <li key={kind}>
              <button
                type="button"
                onClick={({ currentTarget }) => {
                  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
                  onAdd(newFactor(kind))
                }}
                className="grid w-full rounded-md px-2 py-1.5 text-start hover:bg-sunken"
              >
                <span className="font-semibold">{words.name(kind)}</span>
                <span className="text-xs text-muted">{words.help(kind)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

/** Beside the others, until the reader weighs it. */
const WEIGHT = 5

/** A factor of a kind with settings that suit many; its sentence says which. */
function newFactor(kind: FactorKind): Factor {
  const weight = WEIGHT
  switch (kind) {
    case 'launchAge':
      return { kind, weight, fullDays: 7 }
    case 'contact':
      return { kind, weight, best: 'named' }
    case 'hasApp':
    case 'lacksApp':
      return { kind, weight, apps: ['klaviyo-email-marketing-sms'] }
    case 'catalogueSize':
      return { kind, weight, from: 10, to: 250 }
    case 'price':
      return { kind, weight, from: 20, to: 150 }
    case 'category':
      return { kind, weight, all: ['fashion'], half: [] }
    case 'newProducts':
      return { kind, weight, window: 7 }
    case 'theme':
      return { kind, weight, themes: ['dawn'] }
    case 'country':
      return { kind, weight, all: ['US'], half: [] }
    case 'alive':
    case 'risk':
      return { kind, weight }
    default:
      return kind satisfies never
  }
}
