import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Factor } from '#contracts/catalog/score-profile.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import type { ScoreWords } from '#web/lib/i18n/score-words.ts'
import { Button } from '#web/ui/button.tsx'
import type { DraftFactor } from './draft.ts'
import { SettingButton } from './settings/setting-button.tsx'
import { WeightControl } from './weight-control.tsx'

export type FactorRowProps = {
  item: DraftFactor
  words: ScoreWords
  /** The end of the scale. */
  most: number
  /** Of the stores beside it, how many have no known value. */
  unknown: { count: number; total: number } | null
  /** The last factor stays. */
  canRemove: boolean
  onWeigh: (id: number, weight: number) => void
  onPin: (id: number, isPinned: boolean) => void
  onChange: (id: number, factor: Factor) => void
  onRemove: (id: number) => void
}

/** A factor: its weight, and its rule in one sentence whose underlined parts are its settings. */
export function FactorRow({ item, words, most, unknown, canRemove, ...on }: FactorRowProps) {
  const { t } = useTranslation('score')
  const formats = useFormats()
  const id = useId()
  const { factor, isPinned, saved } = item
  const name = words.name(factor.kind)
  return (
    <li className="group relative grid min-h-14.25 grid-cols-[minmax(0,1fr)_1.5rem_8.5rem_5.375rem] items-center gap-x-2 border-b border-line ps-pad pe-3 py-1 text-xs max-xl:grid-cols-[minmax(0,1fr)_1.5rem_6rem_5.375rem] @max-[25rem]:grid-cols-[minmax(0,1fr)_auto] @max-[25rem]:gap-y-1 @max-[25rem]:py-2 2xl:min-h-16 pointer-coarse:grid-cols-[minmax(0,1fr)_auto]">
      <span className="flex min-w-0 items-baseline gap-2.5">
        <b
          id={`${id}-name`}
          className="text-sm leading-5.5 font-semibold whitespace-nowrap @max-[25rem]:whitespace-normal"
        >
          {name}
        </b>
        {unknown !== null && unknown.count > 0 && (
          <span className="truncate text-faint max-xl:sr-only">
            {t('weight.unknown', {
              unknown: formats.number(unknown.count),
              total: formats.number(unknown.total),
            })}
          </span>
        )}
      </span>
      <WeightControl
        name={name}
        labelId={`${id}-name`}
        ruleId={`${id}-rule`}
        weight={factor.weight}
        saved={saved}
        most={most}
        isPinned={isPinned}
        onWeigh={(weight) => on.onWeigh(item.id, weight)}
        onPin={(pin) => on.onPin(item.id, pin)}
      />
      <div className="col-span-full flex items-center gap-2">
        <div id={`${id}-rule`} className="min-w-0 flex-1 leading-4.5 text-muted">
          {words.rule(factor).map(({ text, setting }, at) =>
            setting === null ? (
              // The parts of a sentence keep their order.
              <span key={at}>{text}</span>
            ) : (
              <SettingButton
                key={at}
                factor={factor}
                setting={setting}
                name={name}
                text={text}
                onChange={(changed) => on.onChange(item.id, changed)}
              />
            ),
          )}
        </div>
        {canRemove && (
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('weight.remove', { factor: name })}
            title={t('weight.remove', { factor: name })}
            onClick={() => on.onRemove(item.id)}
            className="size-6! -my-1 shrink-0 pointer-fine:absolute pointer-fine:end-3 pointer-fine:bottom-0.5 bg-canvas text-faint opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:size-11! pointer-coarse:opacity-100"
          >
            <Trash2 className="size-3.5" aria-hidden />
          </Button>
        )}
      </div>
    </li>
  )
}
