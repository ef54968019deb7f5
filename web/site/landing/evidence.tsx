import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'
import { Section } from './section.tsx'

type Label = 'observed' | 'detected' | 'inferred' | 'unavailable'
const tones: Record<Label, BadgeTone> = {
  observed: 'good',
  detected: 'good',
  inferred: 'sun',
  unavailable: 'plain',
}

/** Why the figures can be trusted, with a sample that is labelled as invented. */
export function Evidence() {
  const { t } = useTranslation('platform-benefits')
  return (
    <Section labelledBy="evidence-title" className="border-y border-line bg-surface">
      <div className="grid items-center gap-x-16 gap-y-10 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)]">
        <div>
          <h2 id="evidence-title" className="text-2xl">
            {t('evidence.title')}
          </h2>
          <p className="mt-4 text-lg text-muted">{t('evidence.text')}</p>
        </div>
        <SampleFacts />
      </div>
    </Section>
  )
}

function SampleFacts() {
  const { t } = useTranslation(['platform-benefits', 'common'])
  const formats = useFormats()
  const facts: {
    name: 'currency' | 'theme' | 'launch' | 'phone'
    value: string | null
    label: Label
    source: string | null
  }[] = [
    { name: 'currency', value: 'EUR', label: 'observed', source: 'meta.json#currency' },
    { name: 'theme', value: 'Dawn 15.4', label: 'detected', source: 'Shopify.theme' },
    {
      name: 'launch',
      value: formats.day('2025-06-12'),
      label: 'inferred',
      source: t('evidence.signals'),
    },
    { name: 'phone', value: null, label: 'unavailable', source: null },
  ]
  return (
    <Card className="bg-canvas">
      <p className="eyebrow border-b border-line px-4 py-3">{t('evidence.sampleLabel')}</p>
      <Table caption={t('evidence.sampleLabel')}>
        <thead>
          <tr>
            <HeadCell>{t('evidence.fact')}</HeadCell>
            <HeadCell>{t('evidence.value')}</HeadCell>
            <HeadCell>{t('evidence.certainty')}</HeadCell>
            <HeadCell className="max-sm:hidden">{t('evidence.seenAt')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {facts.map(({ name, value, label, source }) => (
            <Row key={name} className="hover:bg-transparent">
              <Cell className="font-semibold max-sm:px-2">{t(`evidence.rows.${name}`)}</Cell>
              <Cell className={cn('max-sm:px-2', !value && 'text-muted')}>
                {value ?? t('common:notPublished')}
              </Cell>
              <Cell className="max-sm:px-2">
                <Badge tone={tones[label]} className="max-sm:whitespace-normal">
                  {t(`evidence.labels.${label}`)}
                </Badge>
              </Cell>
              <Cell className="font-mono text-xs text-muted max-sm:hidden">{source ?? '–'}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
