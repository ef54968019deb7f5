/** For an answer that lacks the latest changes: the moment up to which it includes them. */
export const asOfPart = ({ asOf }: { asOf: Date | null }): { asOf?: string } =>
  asOf === null ? {} : { asOf: asOf.toISOString() }
