/** True when there is no data and no call is running: the server refused, or there is no connection. */
export const hasFailed = (query: { data: unknown; isError: boolean; fetchStatus: string }): boolean =>
  query.data === undefined &&
  ((query.isError && query.fetchStatus !== 'fetching') || query.fetchStatus === 'paused')
