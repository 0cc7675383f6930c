import { createLane, type Lane } from './lane.ts';

/** A lane for each key, kept while work of it waits or runs. */
export function createLanes(): (key: string) => Lane {
  const lanes = new Map<string, Lane>();
  return (key) => {
    const lane = lanes.get(key) ?? createLane(() => lanes.delete(key));
    lanes.set(key, lane);
    return lane;
  };
}
