import type { Product } from './product.ts'

/** Why a finding stays. One that no finding matches any more counts as a finding itself. */
export type Reason = { finding: RegExp; reason: string }

export type Verdict = {
  /** What was looked at, with its amount: `7501 entries of 1 log`. */
  checked: string
  /** One line each, in the words of the tool. */
  findings: readonly string[]
  reasons?: readonly Reason[]
}

/** A tool that others wrote, and the part of the product that it judges. */
export type Judge = {
  name: string
  tool: string
  /** Undefined where the tool can neither be found nor fetched. */
  version: () => Promise<string | undefined>
  /** How to get the tool: a sentence, shown when it is missing. */
  skip: string
  /** @param start starts the product at its first call, for all judges together */
  judge: (start: () => Promise<Product>) => Promise<Verdict>
}

export type Sentence = {
  judge: Pick<Judge, 'name' | 'tool'>
  version: string
  checked: string
  /** Findings without a reason. */
  faults: readonly string[]
  accepted: readonly { finding: string; reason: string }[]
  /** Why the judge did not judge. */
  skipped?: string
}

/** Never throws: an error that stops a judge is reported as a fault. */
export async function hear(judge: Judge, start: () => Promise<Product>): Promise<Sentence> {
  const nothing = { judge, version: '–', checked: '–', faults: [], accepted: [] }
  const version = await judge.version()
  if (version === undefined) return { ...nothing, skipped: judge.skip }
  try {
    const { checked, findings, reasons = [] } = await judge.judge(start)
    return { judge, version, checked, ...weigh(findings, reasons) }
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error)
    return { ...nothing, version, faults: [`could not judge: ${told}`] }
  }
}

function weigh(
  findings: readonly string[],
  reasons: readonly Reason[],
): Pick<Sentence, 'faults' | 'accepted'> {
  const accepted = findings.flatMap((finding) => {
    const why = reasons.find((each) => each.finding.test(finding))
    return why ? [{ finding, reason: why.reason }] : []
  })
  const unused = reasons.filter((each) => !accepted.some(({ reason }) => reason === each.reason))
  const explained = new Set(accepted.map(({ finding }) => finding))
  return {
    accepted,
    faults: [
      ...findings.filter((finding) => !explained.has(finding)),
      ...unused.map(({ finding }) => `no finding matches ${finding} any more: delete its reason`),
    ],
  }
}
