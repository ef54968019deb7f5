import { useTranslation } from 'react-i18next'
import { Category } from '#contracts/catalog/facts.ts'
import type { Factor } from '#contracts/catalog/score-profile.ts'
import type { SettingName } from '#web/lib/i18n/score-words.ts'
import { Segmented } from '#web/ui/choices.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { DaysField, RangeFields } from './number-fields.tsx'
import { ValuePicker } from './value-picker.tsx'

type Props = {
  factor: Factor
  setting: SettingName
  /** Of the factor. */
  name: string
  /** What the sentence says. */
  text: string
  onChange: (factor: Factor) => void
}

/** A part of a rule's sentence; a press opens its editor. Every change takes effect at once. */
export function SettingButton({ factor, setting, name, text, onChange }: Props) {
  const { t } = useTranslation('score')
  return (
    <Popover
      label={t(`settings.label.${setting}`)}
      className="w-[min(19rem,calc(100vw-1.5rem))]"
      button={{
        // It contains the words of the sentence, by which voice control finds it.
        'aria-label': t('settings.change', { factor: name, value: text }),
        className:
          'inline text-start text-ink underline decoration-control decoration-dotted underline-offset-4 hover:decoration-solid',
        children: text,
      }}
    >
      <div className="grid gap-2.5">
        <p className="text-sm font-semibold">{t(`settings.label.${setting}`)}</p>
        <Editor factor={factor} onChange={onChange} />
      </div>
    </Popover>
  )
}

type EditorProps = Pick<Props, 'factor' | 'onChange'>

/** A factor has one editor, which any of its settings opens. */
function Editor({ factor, onChange }: EditorProps) {
  switch (factor.kind) {
    case 'launchAge':
      return (
        <DaysField
          value={factor.fullDays}
          onChange={(fullDays) => onChange({ ...factor, fullDays })}
        />
      )
    case 'contact':
    case 'newProducts':
      return <ChoiceEditor factor={factor} onChange={onChange} />
    case 'catalogueSize':
    case 'price':
      return <RangeFields factor={factor} onChange={(range) => onChange({ ...factor, ...range })} />
    case 'hasApp':
    case 'lacksApp':
      return (
        <ValuePicker
          filterKey="apps"
          all={factor.apps}
          onChange={({ all }) => onChange({ ...factor, apps: all })}
        />
      )
    case 'theme':
      return (
        <ValuePicker
          filterKey="themeFamily"
          all={factor.themes}
          onChange={({ all }) => onChange({ ...factor, themes: all })}
        />
      )
    case 'category':
    case 'country':
      return <PlacesEditor factor={factor} onChange={onChange} />
    case 'alive':
    case 'risk':
      return null
    default:
      return factor satisfies never
  }
}

type Chosen = Extract<Factor, { kind: 'contact' | 'newProducts' }>

const bests = ['named', 'business'] as const
const windows = ['7', '30'] as const

function ChoiceEditor({ factor, onChange }: { factor: Chosen; onChange: Props['onChange'] }) {
  const { t } = useTranslation('score')
  return factor.kind === 'contact' ? (
    <Segmented
      isSmall
      label={t('settings.label.best')}
      choices={bests}
      value={factor.best}
      onChange={(best) => onChange({ ...factor, best })}
    >
      {(best) => t(`settings.best.${best}`)}
    </Segmented>
  ) : (
    <Segmented
      isSmall
      label={t('settings.label.window')}
      choices={windows}
      value={factor.window === 7 ? '7' : '30'}
      onChange={(window) => onChange({ ...factor, window: window === '7' ? 7 : 30 })}
    >
      {(window) => t('settings.window', { count: Number(window) })}
    </Segmented>
  )
}

type Placed = Extract<Factor, { kind: 'category' | 'country' }>

function PlacesEditor({ factor, onChange }: { factor: Placed; onChange: Props['onChange'] }) {
  const { all, half } = factor
  return (
    <ValuePicker
      filterKey={factor.kind}
      all={all}
      half={half}
      onChange={(lists) =>
        onChange(
          factor.kind === 'country'
            ? { ...factor, ...lists }
            : { ...factor, all: categoriesOf(lists.all), half: categoriesOf(lists.half) },
        )
      }
    />
  )
}

/** The list of a filter offers no others. */
const categoriesOf = (values: readonly string[]): Category[] =>
  values.flatMap((value) => Category.safeParse(value).data ?? [])
