import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Accuracy, Freshness } from '#contracts/operations/freshness.ts'
import type texts from '#i18n/locales/en/freshness.json'
import { useFormats } from '#web/lib/i18n/format.ts'
import { DataTable, useColumns } from '#web/ui/table.tsx'
import { SectionHead } from './sections.tsx'

export function AccuracySection({ accuracy }: { accuracy: Freshness['accuracy'] }) {
  const { t } = useTranslation('freshness')
  const formats = useFormats()
  if (!accuracy)
    return (
      <section>
        <SectionHead title={t('accuracy.title')}>{t('accuracy.none')}</SectionHead>
      </section>
    )
  const { compared, changed, wrong, missing, unreachable } = accuracy
  const { number } = formats
  return (
    <section>
      <SectionHead title={t('accuracy.title')}>
        {t('accuracy.text', {
          count: accuracy.sample,
          compared: number(compared),
          share: formats.percent(accuracy.share),
          sample: number(accuracy.sample),
          moment: formats.moment(accuracy.measuredAt),
        })}
      </SectionHead>
      <FieldTable fields={accuracy.fields} />
      <p className="mt-4 text-sm text-muted">
        {t('accuracy.notes', {
          changed: number(changed),
          wrong: number(wrong),
          missing: number(missing),
          unreachable: number(unreachable),
        })}
      </p>
    </section>
  )
}

function FieldTable({ fields }: Pick<Accuracy, 'fields'>) {
  const { t } = useTranslation('freshness')
  const { number } = useColumns<Accuracy['fields'][number]>()
  const formats = useFormats()
  const worstFirst = fields.toSorted(
    (a, b) => b.wrong - a.wrong || b.changed - a.changed || b.compared - a.compared,
  )
  return (
    <DataTable
      edges="none"
      caption={t('accuracy.caption')}
      className="mt-4"
      items={worstFirst}
      keyOf={({ field }) => field}
      columns={[
        {
          head: t('accuracy.field'),
          rowHead: 'plain',
          cell: ({ field }) => fieldName(t, field),
        },
        {
          head: t('accuracy.correct'),
          isNumber: true,
          className: 'whitespace-nowrap',
          cell: ({ correct, compared }) =>
            t('accuracy.of', { part: formats.number(correct), whole: formats.number(compared) }),
        },
        number(t('accuracy.changed'), ({ changed }) => changed),
        {
          head: t('accuracy.wrong'),
          isNumber: true,
          className: ({ wrong }) => wrong > 0 && 'font-semibold text-bad',
          cell: ({ wrong }) => formats.number(wrong),
        },
      ]}
    />
  )
}

type Field = keyof (typeof texts)['fields']

const FIELDS = {
  store: true,
  status: true,
  domain: true,
  launch: true,
  launchDay: true,
  name: true,
  country: true,
  currency: true,
  email: true,
  theme: true,
  productCount: true,
} satisfies Record<Field, true>

const isField = (name: string): name is Field => Object.hasOwn(FIELDS, name)

/** The server may compare a value that this page does not know yet. */
const fieldName = (t: TFunction<'freshness'>, name: string): string =>
  isField(name) ? t(`fields.${name}`) : name
