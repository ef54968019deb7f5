import { useTranslation } from 'react-i18next'
import { planRights } from '#contracts/billing/plan-rights.ts'
import {
  DEFAULT_PROFILE,
  FactorKind,
  MAX_FACTORS,
  SUM_OF_WEIGHTS,
} from '#contracts/catalog/score-profile.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useScoreWords } from '#web/lib/i18n/score-words.ts'
import { DefinitionList, TextBody } from '#web/site/text-page/text-body.tsx'
import { TextHead } from '#web/site/text-page/text-head.tsx'

const ids = ['sum', 'default', 'own', 'limits'] as const

/** The rules of the score, from the profile that every account starts with. */
function LeadScorePage() {
  const { t } = useTranslation('score')
  const values = {
    whole: String(SUM_OF_WEIGHTS),
    most: String(MAX_FACTORS),
    pro: String(planRights.pro.scoreProfiles),
    plus: String(planRights.plus.scoreProfiles),
  }
  const sections = ids.map((id) => ({
    id,
    title: t(`page.sections.${id}.title`),
    lines: t(`page.sections.${id}.body`, { returnObjects: true, skipInterpolation: true }),
    values,
    below: id === 'default' ? <DefaultProfile /> : id === 'own' ? <FurtherFactors /> : undefined,
  }))
  return (
    <div className="page py-12 sm:py-20">
      <PageMeta page="leadScore" />
      <TextHead title={t('page.title')} lead={t('page.lead', values)} />
      <TextBody sections={sections} />
    </div>
  )
}

export { LeadScorePage as Component }

export const loader = pageLoader(['score'])

function DefaultProfile() {
  const { t } = useTranslation('score')
  const words = useScoreWords()
  const rows = DEFAULT_PROFILE.factors.map((factor) => ({
    name: factor.kind,
    term: (
      <>
        {words.name(factor.kind)}
        <span className="block text-xs font-normal text-muted">
          {t('explain.points', { count: factor.weight })}
        </span>
      </>
    ),
    text: words.ruleText(factor),
  }))
  return <DefinitionList rows={rows} />
}

/** Those that the default profile does without. */
function FurtherFactors() {
  const words = useScoreWords()
  const used = new Set(DEFAULT_PROFILE.factors.map(({ kind }) => kind))
  const rows = FactorKind.options
    .filter((kind) => !used.has(kind))
    .map((kind) => ({ name: kind, term: words.name(kind), text: words.help(kind) }))
  return <DefinitionList rows={rows} />
}
