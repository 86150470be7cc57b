export const WORKFLOWS_PATH = '/workflows';
export const workflowPath = (name: string): string => `${WORKFLOWS_PATH}/${name}`;
/** All states that a requirement asks for, over every workflow. */
export const requirementPath = (requirement: string): string =>
  `${WORKFLOWS_PATH}?${new URLSearchParams({ requirement })}`;
